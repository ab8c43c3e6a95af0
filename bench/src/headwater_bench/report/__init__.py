"""`headwater bench report`: one self-contained page of all results, with plots."""

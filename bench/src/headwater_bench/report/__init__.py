"""`headwater bench report`: one page with plots of all results."""

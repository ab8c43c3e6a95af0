"""`headwater bench report`: one page of all results, with plots, that needs nothing beside itself."""

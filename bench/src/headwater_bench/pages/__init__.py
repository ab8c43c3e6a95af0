"""Tables and plots of the results. People write the pages around them: no sentence is generated."""

"""Reports: the findings of a campaign in the terminal, as a page, as Markdown, as figures."""

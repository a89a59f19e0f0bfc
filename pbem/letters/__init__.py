"""Pure: views to pages, pages to text, HTML and MIME; the catalogues."""

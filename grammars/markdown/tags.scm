(section . (atx_heading heading_content: (inline) @def.heading)) @span
(setext_heading heading_content: (paragraph (inline) @def.heading))

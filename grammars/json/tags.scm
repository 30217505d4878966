(document (object (pair key: (string (string_content) @def.key)) @span))
(document (object (pair value: (object (pair key: (string (string_content) @def.key)) @span))))

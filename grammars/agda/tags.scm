(source_file (module (module_name (qid) @def.module)))
(data (data_name) @def.class) @span
(record (record_name (qid) @def.class)) @span
(data (function (lhs (function_name (atom (qid) @def.member)))))
(signature (field_name) @def.field)
(function (lhs (function_name (atom (qid) @def.function)))) @span

(import (module_name (qid) @ref.import))
(import_directive (id) @ref.name)

(expr (atom (qid) @ref.name))

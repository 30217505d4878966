(section text: (curly_group (text) @def.heading)) @span
(subsection text: (curly_group (text) @def.heading)) @span
(subsubsection text: (curly_group (text) @def.heading)) @span
(chapter text: (curly_group (text) @def.heading)) @span
(part text: (curly_group (text) @def.heading)) @span
(label_definition name: (curly_group_text (text) @def.label))
(new_command_definition declaration: (curly_group_command_name (command_name) @def.macro)) @span

(latex_include path: (curly_group_path (path) @ref.import))
(package_include paths: (curly_group_path_list (path) @ref.import))
(class_include path: (curly_group_path (path) @ref.import))
(graphics_include path: (curly_group_path (path) @ref.import))

(label_reference names: (curly_group_text_list (text) @ref.name))
(citation keys: (curly_group_text_list (text) @ref.name))
(generic_command command: (command_name) @ref.call)

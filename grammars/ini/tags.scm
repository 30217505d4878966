(section (section_name (text) @def.section)) @span
(setting (setting_name) @def.key) @span

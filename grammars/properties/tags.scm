(property (key) @def.key) @span

(document root: (element [(STag (Name) @def.element) (EmptyElemTag (Name) @def.element)]) @span)
((Attribute (Name) @_name (AttValue) @def.id) (#any-of? @_name "id" "name" "xml:id" "x:Name" "android:id"))
((Attribute (Name) @_name (AttValue) @ref.name) (#any-of? @_name "ref" "href" "class" "type" "base" "depends" "Include"))

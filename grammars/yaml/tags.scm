(stream (document (block_node (block_mapping (block_mapping_pair key: (flow_node) @def.key) @span))))
(stream (document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @def.key) @span)))))))

/** What a tool call does, by the many names that models give the same few tools (rule A1). */
export type ToolKind =
  | 'edit'
  | 'editor'
  | 'write'
  | 'create'
  | 'patch'
  | 'shell'
  | 'delete'
  | 'rename'
  | 'look';

const NAMES: Record<ToolKind, readonly string[]> = {
  edit: [
    'edit',
    'editfile',
    'replace',
    'strreplace',
    'searchreplace',
    'searchandreplace',
    'replaceinfile',
    'multiedit',
    'fileedit',
  ],
  editor: ['strreplaceeditor', 'strreplacebasededittool', 'editor', 'texteditor', 'strreplacebasededit'],
  write: ['write', 'writefile', 'writetofile', 'overwritefile'],
  create: ['create', 'createfile', 'newfile', 'addfile'],
  patch: ['applypatch', 'applydiff', 'patch', 'applypatchcall'],
  shell: ['shell', 'bash', 'exec', 'execcommand', 'shellcommand', 'localshell', 'executebash', 'runcommand'],
  delete: ['delete', 'deletefile', 'removefile'],
  rename: ['rename', 'renamefile', 'movefile', 'move'],
  look: [
    'view',
    'viewfile',
    'read',
    'readfile',
    'open',
    'openfile',
    'ls',
    'listfiles',
    'grep',
    'glob',
    'search',
  ],
};

/** The tools that a model is told about; errors name these. */
export const REAL_NAMES = [
  'edit',
  'write',
  'apply_patch',
  'str_replace_based_edit_tool',
  'delete_file',
  'rename_file',
];

const KINDS = new Map<string, ToolKind>();
for (const kind of [
  'edit',
  'editor',
  'write',
  'create',
  'patch',
  'shell',
  'delete',
  'rename',
  'look',
] as const) {
  for (const name of NAMES[kind]) KINDS.set(name, kind);
}

export function toolKind(name: string): ToolKind | undefined {
  // "functions.edit" and "default_api:edit" are how some models spell a namespace.
  const plain = name.slice(0, 120).replace(/^.*[.:/](?=\w)/, '');
  return KINDS.get(plain.replace(/[-_\s]/g, '').toLowerCase());
}

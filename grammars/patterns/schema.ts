import { def, imports, type PatternTable } from './types.ts';

const sqlName = String.raw`(?:if\s+not\s+exists\s+)?(?:["\x60\[]?[\w$]+["\x60\]]?\.)*["\x60\[]?(?<name>[\w$]+)`;
const created = (objects: string) =>
  new RegExp(String.raw`^\s*create\s+(?:[\w=@\x60]+\s+){0,4}?(?:${objects})\s+${sqlName}`, 'i');

/** SQL, interface definition languages, TOML, and headings of plain text. */
export const schema: PatternTable = {
  sql: [
    imports(/^\s*\\(?:i|ir|include)\s+(?<name>\S+)/),
    imports(/^\s*source\s+(?<name>\S+?);?\s*$/i),
    def('class', created('table')),
    def('class', created('(?:materialized\\s+)?view')),
    def('function', created('function|procedure|aggregate')),
    def('event', created('trigger')),
    def('type', created('type|domain|enum')),
    def('index', created('index(?:\\s+concurrently)?')),
    def('module', created('schema|database|extension')),
    def('variable', created('sequence|role|user|policy')),
    def('field', new RegExp(String.raw`^\s*alter\s+table\s+.*\badd\s+(?:column\s+)${sqlName}`, 'i')),
    def(
      'function',
      /^\s*(?:with\s+(?:recursive\s+)?)?(?<name>\w+)\s+as\s*(?:not\s+materialized\s*|materialized\s*)?\(\s*(?:select\b.*)?$/i,
    ),
    def(
      'field',
      /^\s+["`[]?(?<name>\w+)["`\]]?\s+(?:(?:big|small|tiny|medium)?(?:int|serial)\w*|(?:var)?char\w*|text|citext|uuid|bool\w*|numeric|decimal|real|double|float\w*|date\w*|time\w*|json\w*|bytea|blob|inet|enum)\b/i,
    ),
  ],
  protobuf: [
    imports(/^\s*import\s+(?:public\s+|weak\s+)?"(?<name>[^"]+)"/),
    def('module', /^\s*package\s+(?<name>[\w.]+)/),
    def('class', /^\s*(?:message|extend)\s+(?<name>[\w.]+)/),
    def('enum', /^\s*enum\s+(?<name>\w+)/),
    def('interface', /^\s*service\s+(?<name>\w+)/),
    def('method', /^\s*rpc\s+(?<name>\w+)/),
    def(
      'field',
      /^\s*(?:repeated\s+|optional\s+|required\s+)?(?:map\s*<[^>]*>|[\w.]+)\s+(?<name>\w+)\s*=\s*\d+/,
    ),
    def('member', /^\s*(?<name>[A-Z][A-Z0-9_]*)\s*=\s*-?\d+/),
  ],
  graphql: [
    def('class', /^\s*(?:extend\s+)?(?:type|input)\s+(?<name>\w+)/),
    def('interface', /^\s*(?:extend\s+)?(?:interface|union)\s+(?<name>\w+)/),
    def('enum', /^\s*(?:extend\s+)?enum\s+(?<name>\w+)/),
    def('type', /^\s*scalar\s+(?<name>\w+)/),
    def('function', /^\s*(?:query|mutation|subscription|fragment|directive)\s+@?(?<name>\w+)/),
    def('field', /^\s+(?<name>\w+)\s*(?:\([^)]*\))?\s*:\s*[[\w]/),
  ],
  thrift: [
    imports(/^\s*include\s+"(?<name>[^"]+)"/),
    def('module', /^\s*namespace\s+\S+\s+(?<name>[\w.]+)/),
    def('class', /^\s*(?:struct|union|exception)\s+(?<name>\w+)/),
    def('enum', /^\s*enum\s+(?<name>\w+)/),
    def('interface', /^\s*service\s+(?<name>\w+)/),
    def('type', /^\s*typedef\s+.*\s(?<name>\w+)\s*;?$/),
    def('constant', /^\s*const\s+\S+\s+(?<name>\w+)/),
    def('field', /^\s*\d+\s*:\s*(?:required\s+|optional\s+)?\S+\s+(?<name>\w+)/),
    def('method', /^\s*(?:oneway\s+)?[\w.<>, ]+\s(?<name>\w+)\s*\(/),
  ],
  toml: [
    def('section', /^\s*\[\[?\s*(?<name>[^\]]+?)\s*\]\]?\s*(?:#.*)?$/),
    def('key', /^(?<name>[\w.-]+|"[^"]+"|'[^']+')\s*=/),
  ],
  text: [def('heading', /^={1,6}\s+(?<name>\S.*)$/), def('heading', /^\.\. _(?<name>[^:]+):\s*$/)],
};

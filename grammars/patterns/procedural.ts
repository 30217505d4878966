import { def, imports, type PatternTable } from './types.ts';

/** Fortran, MATLAB, Pascal, Ada, Visual Basic, Nim, Crystal, CodeQL, Groovy, CoffeeScript. */
export const procedural: PatternTable = {
  fortran: [
    imports(/^\s*use\s*(?:,\s*\w+\s*::)?\s*(?<name>\w+)/i),
    imports(/^\s*#?include\s+['"](?<name>[^'"]+)/i),
    def('module', /^\s*(?:program|module(?!\s+procedure)|submodule\s*\([^)]*\))\s+(?<name>\w+)\s*$/i),
    def('class', /^\s*type\s*(?:,\s*[\w() ]+)*\s*(?:::)?\s+(?<name>\w+)\s*$/i),
    def('interface', /^\s*(?:abstract\s+)?interface\s+(?<name>\w+)/i),
    def('function', /^\s*(?!\s*end\b)(?:[\w()*= ,]+\s+)?(?:function|subroutine)\s+(?<name>\w+)\s*(?:\(|$)/i),
    def('constant', /^\s*\w+(?:\([^)]*\))?\s*,.*\bparameter\b.*::\s*(?<name>\w+)/i),
  ],
  matlab: [
    imports(/^\s*import\s+(?<name>[\w.*]+)/),
    def('class', /^\s*classdef\s+(?:\([^)]*\)\s*)?(?<name>\w+)/),
    def('function', /^\s*function\s+(?:(?:\[[^\]]*\]|\w+)\s*=\s*)?(?<name>[\w.]+)/),
    def('function', /^(?<name>[A-Za-z]\w*)\s*=\s*@/),
  ],
  pascal: [
    imports(/^\s*uses\s+(?<name>[\w.]+)/i),
    def('module', /^\s*(?:unit|program|library|package)\s+(?<name>[\w.]+)\s*;/i),
    def(
      'class',
      /^\s*(?<name>T?\w+)\s*(?:<[^>]*>)?\s*=\s*(?:packed\s+)?(?:class|object|record)\b(?!\s+of\b)/i,
    ),
    def('interface', /^\s*(?<name>I?\w+)\s*=\s*(?:disp)?interface\b/i),
    def('type', /^\s*(?<name>T\w+)\s*=\s*(?![^;]*['"])/),
    def(
      'function',
      /^\s*(?:class\s+)?(?:function|procedure|constructor|destructor|operator)\s+(?:\w+\.)*(?<name>\w+)/i,
    ),
    def('field', /^\s*property\s+(?<name>\w+)/i),
  ],
  ada: [
    imports(/^\s*(?:limited\s+|private\s+)*with\s+(?<name>[\w.]+)\s*[;,]/i),
    def('module', /^\s*(?:private\s+)?package\s+(?:body\s+)?(?<name>[\w.]+)/i),
    def(
      'function',
      /^\s*(?:overriding\s+|not\s+overriding\s+)?(?:function|procedure|entry)\s+(?<name>[\w.]+|"[^"]+")/i,
    ),
    def('class', /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?(?<name>\w+)/i),
    def('type', /^\s*(?:sub)?type\s+(?<name>\w+)/i),
    def('event', /^\s*(?<name>\w+)\s*:\s*exception\b/i),
    def('constant', /^\s*(?<name>\w+)\s*:\s*constant\b/i),
  ],
  vb: [
    imports(/^\s*Imports\s+(?<name>[\w.]+)/i),
    def('module', /^\s*(?:Public\s+|Friend\s+)?(?:Module|Namespace)\s+(?<name>[\w.]+)/i),
    def(
      'class',
      /^\s*(?:(?:Public|Private|Friend|Partial|MustInherit|NotInheritable)\s+)*(?:Class|Structure)\s+(?<name>\w+)/i,
    ),
    def('interface', /^\s*(?:(?:Public|Private|Friend)\s+)*Interface\s+(?<name>\w+)/i),
    def('enum', /^\s*(?:(?:Public|Private|Friend)\s+)*Enum\s+(?<name>\w+)/i),
    def('function', /^\s*(?!End\b)(?:\w+\s+)*(?:Function|Sub)\s+(?<name>\w+)/i),
    def('field', /^\s*(?!End\b)(?:\w+\s+)*Property\s+(?:Get\s+|Let\s+|Set\s+)?(?<name>\w+)/i),
    def('constant', /^\s*(?:\w+\s+)?Const\s+(?<name>\w+)/i),
  ],
  nim: [
    imports(/^\s*(?:import|include|from)\s+(?<name>[\w./]+)/),
    def('function', /^\s*(?:proc|func|iterator|converter)\s+(?<name>\w+|`[^`]+`)/),
    def('method', /^\s*method\s+(?<name>\w+|`[^`]+`)/),
    def('macro', /^\s*(?:macro|template)\s+(?<name>\w+|`[^`]+`)/),
    def(
      'type',
      /^\s+(?<name>[A-Z]\w*)\*?(?:\[[^\]]*\])?\s*(?:\{\.[^}]*\.\})?\s*=\s*(?:ref\b|ptr\b|object\b|enum\b|distinct\b|tuple\b|concept\b)/,
    ),
    def('type', /^type\s+(?<name>\w+)/),
    def('constant', /^const\s+(?<name>\w+)/),
    def('variable', /^(?:let|var)\s+(?<name>\w+)/),
  ],
  crystal: [
    imports(/^\s*require\s+"(?<name>[^"]+)"/),
    def('module', /^\s*module\s+(?<name>[\w:]+)/),
    def('class', /^\s*(?:private\s+|abstract\s+)*(?:class|struct|lib|annotation)\s+(?<name>[\w:]+)/),
    def('enum', /^\s*enum\s+(?<name>[\w:]+)/),
    def('type', /^\s*alias\s+(?<name>\w+)/),
    def('method', /^\s*(?:private\s+|protected\s+|abstract\s+)*def\s+(?:self\.)?(?<name>[\w?!=]+)/),
    def('macro', /^\s*macro\s+(?<name>\w+)/),
    def('field', /^\s*(?:getter|setter|property)[?!]?\s+:?(?<name>\w+)/),
    def('constant', /^\s*(?<name>[A-Z][A-Z0-9_]+)\s*=/),
  ],
  ql: [
    imports(/^\s*(?:private\s+)?import\s+(?<name>[\w.]+)/),
    def('class', /^\s*(?:\w+\s+)*(?:class|newtype)\s+(?<name>\w+)/),
    def('module', /^\s*(?:\w+\s+)*module\s+(?<name>\w+)/),
    def(
      'function',
      /^\s*(?:(?:override|cached|private|pragma\[[^\]]*\]|abstract|final)\s+)*(?:predicate|[A-Z]\w*(?:::\w+)*|string|int|boolean|float|date)\s+(?<name>[a-z]\w*)\s*\(/,
    ),
  ],
  groovy: [
    imports(/^\s*import\s+(?:static\s+)?(?<name>[\w.*]+)/),
    imports(/^\s*apply\s+(?:from|plugin):\s*['"](?<name>[^'"]+)/),
    def('module', /^\s*package\s+(?<name>[\w.]+)/),
    def(
      'class',
      /^\s*(?:(?:public|private|protected|abstract|final|static|sealed)\s+)*(?:class|trait|record)\s+(?<name>\w+)/,
    ),
    def('interface', /^\s*(?:public\s+)?@?interface\s+(?<name>\w+)/),
    def('enum', /^\s*(?:public\s+)?enum\s+(?<name>\w+)/),
    def('function', /^\s*task\s*[( ]\s*['"]?(?<name>\w+)/),
    def('function', /^\s*tasks\.(?:register|create)\s*\(?\s*['"](?<name>\w+)/),
    def(
      'method',
      /^\s*(?:[\w<>[\],.]+\s+)+(?<!\b(?:return|new|else|throw|assert)\s+)(?<name>\w+)\s*\([^)]*\)\s*(?:throws\b.*)?\{\s*$/,
    ),
  ],
  coffeescript: [
    imports(/\brequire[ (]+['"](?<name>[^'"]+)/),
    imports(/^\s*import\b.*['"](?<name>[^'"]+)['"]/),
    def('class', /^\s*(?:module\.exports\s*=\s*|export\s+(?:default\s+)?)?class\s+(?:\w+\.)*(?<name>\w+)/),
    def('method', /^\s+@?(?<name>[\w$]+)\s*:\s*(?:\([^)]*\)\s*)?[-=]>/),
    def('function', /^\s*(?:[\w$]+\.)*(?<name>[\w$]+)\s*=\s*(?:\([^)]*\)\s*)?[-=]>/),
    def('variable', /^(?<name>[\w$]+)\s*=(?!=)/),
  ],
};

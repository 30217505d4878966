import { def, imports, type PatternTable } from './types.ts';

/** Words that look like a call or a type at the start of a line, but are statements. */
const statement =
  '(?!(?:return|else|if|for|while|switch|case|do|goto|new|delete|throw|using|assert|in|out)\\b)';
const cFunction = new RegExp(
  String.raw`^(?:[\w*&<>,:\[\]]+\s+){0,6}?${statement}[\w*&<>\[\]]+[\s*&]+${statement}(?<name>[A-Za-z_]\w*)\s*\([^;]*(?:\{\s*(?:\}.*)?|\)\s*|,\s*)$`,
);

/** Objective-C, D, Pony, Verilog, VHDL, assembly. */
export const systems: PatternTable = {
  objc: [
    imports(/^\s*#\s*(?:import|include)\s*[<"](?<name>[^>"]+)/),
    imports(/^\s*@import\s+(?<name>[\w.]+)/),
    def('class', /^\s*@(?:interface|implementation)\s+(?<name>\w+)/),
    def('interface', /^\s*@protocol\s+(?<name>\w+)\s*(?:<.*)?$/),
    def('field', /^\s*@property\b.*?(?<name>\w+)\s*(?:;|__|NS_|API_).*$/),
    def('method', /^\s*[-+]\s*\([^)]*\)\s*(?<name>\w+)/),
    def('macro', /^\s*#\s*define\s+(?<name>\w+)/),
    def('enum', /^\s*typedef\s+NS_(?:ENUM|OPTIONS|CLOSED_ENUM)\s*\(\s*\w+\s*,\s*(?<name>\w+)/),
    def('type', /^\s*typedef\b.*?(?:\(\s*\^\s*)?(?<name>\w+)\s*(?:\)\s*\(.*\))?\s*;\s*$/),
    def('class', /^\s*(?:struct|enum|union)\s+(?<name>\w+)\s*\{/),
    def('function', cFunction),
  ],
  d: [
    imports(/^\s*(?:public\s+|static\s+)?import\s+(?:\w+\s*=\s*)?(?<name>[\w.]+)/),
    def('module', /^\s*module\s+(?<name>[\w.]+)/),
    def('class', /^\s*(?:[\w@]+\s+)*(?:class|struct|union|template|mixin template)\s+(?<name>\w+)/),
    def('interface', /^\s*(?:\w+\s+)*interface\s+(?<name>\w+)/),
    def('enum', /^\s*(?:\w+\s+)*enum\s+(?<name>\w+)/),
    def('type', /^\s*alias\s+(?<name>\w+)\s*=/),
    def('function', new RegExp(String.raw`^\s*${cFunction.source.slice(1)}`)),
  ],
  pony: [
    imports(/^\s*use\s+"(?<name>[^"]+)"/),
    def(
      'class',
      /^\s*(?:class|actor|primitive|struct)\s+(?:iso\s+|val\s+|ref\s+|\\[^\\]*\\\s*)?(?<name>\w+)/,
    ),
    def('interface', /^\s*(?:trait|interface)\s+(?:iso\s+|val\s+|ref\s+)?(?<name>\w+)/),
    def('type', /^\s*type\s+(?<name>\w+)/),
    def('method', /^\s*(?:fun|be|new)\s+(?:(?:iso|trn|ref|val|box|tag)\s+)?(?<name>\w+)/),
    def('field', /^\s*(?:let|var|embed)\s+(?<name>\w+)\s*:/),
  ],
  verilog: [
    imports(/^\s*`include\s+"(?<name>[^"]+)"/),
    imports(/^\s*import\s+(?<name>\w+)\s*::/),
    def('macro', /^\s*`define\s+(?<name>\w+)/),
    def('module', /^\s*(?:module|program|package)\s+(?:automatic\s+|static\s+)?(?<name>\w+)/),
    def('interface', /^\s*interface\s+(?:class\s+)?(?<name>\w+)/),
    def('class', /^\s*(?:virtual\s+)?class\s+(?<name>\w+)/),
    def('function', /^\s*(?:\w+\s+)*(?:function|task)\s+(?:\w+\s+|\[[^\]]*\]\s*)*(?<name>\w+)\s*[(;]/),
    def('constant', /^\s*(?:parameter|localparam)\s+(?:\w+\s+|\[[^\]]*\]\s*)*(?<name>\w+)\s*=/),
    def('type', /^\s*(?:typedef\b.*|\}\s*)\b(?<name>\w+_[te])\s*;/),
  ],
  vhdl: [
    imports(/^\s*use\s+(?<name>[\w.]+)\s*;/i),
    def('module', /^\s*(?:entity|package(?:\s+body)?|configuration)\s+(?<name>\w+)\s+(?:is|of)\b/i),
    def('class', /^\s*architecture\s+(?<name>\w+)\s+of\b/i),
    def('function', /^\s*(?:pure\s+|impure\s+)?(?:function|procedure)\s+(?<name>\w+)/i),
    def('interface', /^\s*component\s+(?<name>\w+)/i),
    def('type', /^\s*(?:sub)?type\s+(?<name>\w+)\s+is\b/i),
    def('constant', /^\s*constant\s+(?<name>\w+)\s*:/i),
    def('variable', /^\s*signal\s+(?<name>\w+)/i),
  ],
  assembly: [
    imports(/^\s*[.%]?include\s+"(?<name>[^"]+)"/i),
    def('macro', /^\s*[.%]macro\s+(?<name>\w+)/i),
    def('constant', /^\s*(?:\.(?:equ|set)\s+)?(?<name>\w+)\s*(?:equ|=|,)\s*[\w$(-]/i),
    def('label', /^(?<name>[A-Za-z_][\w$.@]*):/),
  ],
};

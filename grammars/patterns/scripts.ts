import { def, imports, type PatternTable } from './types.ts';

/** Shell-like languages and build files. */
export const scripts: PatternTable = {
  tcl: [
    imports(/^\s*package\s+require\s+(?<name>\S+)/),
    imports(/^\s*source\s+(?<name>\S+)/),
    def('module', /^\s*namespace\s+eval\s+(?<name>[\w:]+)/),
    def('function', /^\s*proc\s+(?<name>[\w:]+)/),
    def('class', /^\s*(?:oo::class\s+create|itcl::class|class)\s+(?<name>[\w:]+)/),
    def('method', /^\s*method\s+(?<name>\w+)/),
    def('variable', /^set\s+(?<name>[\w:]+)/),
  ],
  vim: [
    imports(/^\s*(?:source|runtime!?)\s+(?<name>\S+)/),
    def('function', /^\s*(?:export\s+)?(?:fu(?:nction)?|def)!?\s+(?<name>[\w:#.<>]+)/),
    def('function', /^\s*command!?\s+(?:-\S+\s+)*(?<name>[A-Z]\w*)/),
    def('module', /^\s*augroup\s+(?!END\b)(?<name>\S+)/),
    def('variable', /^\s*let\s+(?<name>[gs]:\w+)/),
  ],
  fish: [
    imports(/^\s*(?:source|\.)\s+(?<name>\S+)/),
    def('function', /^\s*function\s+(?<name>[\w.:-]+)/),
    def('function', /^\s*(?:alias|abbr(?:\s+-\S+)*)\s+(?<name>[\w.-]+)/),
    def('variable', /^set\s+(?:-\S+\s+)*(?<name>\w+)/),
  ],
  awk: [imports(/^\s*@include\s+"(?<name>[^"]+)"/), def('function', /^\s*func(?:tion)?\s+(?<name>\w+)/)],
  make: [
    imports(/^\s*-?s?include\s+(?<name>\S+)/),
    def('macro', /^\s*define\s+(?<name>\S+)/),
    def('variable', /^(?:export\s+|override\s+)*(?<name>[A-Za-z_][\w.-]*)\s*(?:[:?+!]|::)?=/),
    def(
      'function',
      /^(?!\.PHONY|\.SUFFIXES|\.DEFAULT|\.PRECIOUS)(?<name>[\w./%$(){}-]+)(?:\s+[\w./%-]+)*\s*::?(?!=)/,
    ),
  ],
  cmake: [
    imports(/^\s*(?:include|find_package|add_subdirectory)\s*\(\s*(?<name>[^\s)]+)/i),
    def('module', /^\s*project\s*\(\s*(?<name>[^\s)]+)/i),
    def('function', /^\s*(?:function|macro)\s*\(\s*(?<name>\w+)/i),
    def('resource', /^\s*add_(?:library|executable|custom_target|test)\s*\(\s*(?:NAME\s+)?(?<name>[^\s)]+)/i),
    def('variable', /^\s*(?:set|option)\s*\(\s*(?<name>\w+)/i),
  ],
  dockerfile: [
    def('module', /^\s*FROM\s+\S+(?:\s+--\S+)*\s+AS\s+(?<name>\S+)/i),
    imports(/^\s*FROM\s+(?:--\S+\s+)*(?<name>\S+)/i),
    imports(/^\s*COPY\s+--from=(?<name>\S+)/i),
    def('variable', /^\s*(?:ARG|ENV)\s+(?<name>\w+)/i),
  ],
};

import { def, imports, type LinePattern, type PatternTable } from './types.ts';

const shared: readonly LinePattern[] = [
  imports(/^\s*@(?:use|import|forward)\s+(?:\([^)]*\)\s*)?(?:url\(\s*)?["'](?<name>[^"']+)/),
  def('function', /^\s*@(?:function|mixin|keyframes)\s+(?<name>[\w-]+)/),
  def('class', /^\s*(?:&|[\w>+~ *:-]*\s)?\.(?<name>[A-Za-z_][\w-]*)[^;{}]*(?:\{|,)\s*$/),
  def('id', /^\s*[\w>+~ *-]*#(?<name>[A-Za-z_][\w-]*)[^;]*(?:\{|,)\s*$/),
  def('class', /^\s*(?<name>%[\w-]+)\s*\{/),
  def('variable', /^\s*(?<name>--[\w-]+)\s*:/),
];

/** SCSS, Sass and Less: the only SCSS grammar that can be had fails on `@use … as` and on units. */
export const styles: PatternTable = {
  scss: [def('variable', /^\s*(?<name>\$[\w-]+)\s*:/), ...shared],
  sass: [
    def('variable', /^\s*(?<name>\$[\w-]+)\s*:/),
    def('function', /^\s*=(?<name>[\w-]+)/),
    def('class', /^\s*\.(?<name>[A-Za-z_][\w-]*)[^;:]*$/),
    ...shared,
  ],
  less: [
    def('function', /^\s*\.(?<name>[\w-]+)\s*\([^)]*\)\s*(?:when\b.*)?\{/),
    def('variable', /^\s*(?<name>@(?!import|media|use|plugin|charset)[\w-]+)\s*:/),
    ...shared,
  ],
};

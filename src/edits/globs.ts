/** Path patterns of the configuration: `*` within a folder, `**` across folders, `?` one character, `{a,b}` either. */

const compiled = new Map<string, RegExp>();

/** Whether a path matches one of the patterns. A pattern without a slash is meant for the name in any folder. */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => expressionOf(pattern).test(path));
}

function expressionOf(pattern: string): RegExp {
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = new RegExp(`^${source(pattern)}$`, 'u');
    compiled.set(pattern, expression);
  }
  return expression;
}

function source(pattern: string): string {
  const anchored = pattern.replace(/^\/+/, '');
  const whole = anchored.includes('/') ? anchored : `**/${anchored}`;
  const open = whole.endsWith('/') ? `${whole}**` : whole;
  let result = '';
  let depth = 0;
  for (let at = 0; at < open.length; at++) {
    const character = open[at] ?? '';
    if (open.startsWith('**/', at)) {
      result += '(?:[^/]+/)*';
      at += 2;
    } else if (open.startsWith('**', at)) {
      result += '.*';
      at += 1;
    } else if (character === '*') result += '[^/]*';
    else if (character === '?') result += '[^/]';
    else if (character === '{') {
      depth += 1;
      result += '(?:';
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      result += ')';
    } else if (character === ',' && depth > 0) result += '|';
    else result += character.replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&');
  }
  return result + ')'.repeat(depth);
}

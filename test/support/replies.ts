/** What a model answers, as the edit formats want it. */

/** A SEARCH/REPLACE block. Both texts are whole lines, the end of the last one may be left out; searching for nothing makes a new file. */
export function block(file: string, search: string, replace: string): string {
  const lines = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return `${file}\n\`\`\`\n<<<<<<< SEARCH\n${lines(search)}=======\n${lines(replace)}>>>>>>> REPLACE\n\`\`\`\n`;
}

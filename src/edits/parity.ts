/**
 * Where this engine decides otherwise than Aider 0.86, on purpose. A comparison on recorded replies has to tell such decisions from
 * edits that were read or placed worse, so `aiderbot apply --parity aider` can take exactly these back. Only `cli/apply.ts` may import
 * the other tool's choices: no run of the App can.
 */

export interface Decisions {
  /**
   * SEARCH stands in several places and nothing tells them apart. Refused here: the first place is often not the one that is meant,
   * and an edit in the wrong place looks like a success. Aider takes the first.
   */
  severalPlaces: 'refuse' | 'first';
  /**
   * The file has no final newline, and a SEARCH/REPLACE block changes another line, or a listing of the whole file is otherwise equal.
   * Kept so here: no byte outside of an edit changes. Aider ends the last line of every file that it edits or lists.
   */
  finalNewline: 'keep' | 'add';
  /**
   * An empty SEARCH on a file without final newline. The new text starts on a line of its own here; Aider glues its first line to
   * the file's last.
   */
  append: 'own-line' | 'glued';
  /**
   * SEARCH stands in the file, and so does REPLACE, around it or in its place under another indentation; or the text to append stands
   * there. A reply that was sent again and holds nothing else changes nothing here. Aider writes the text a second time.
   */
  repeated: 'skip' | 'apply';
}

/** How the product decides, always. */
export const ours: Decisions = {
  severalPlaces: 'refuse',
  finalNewline: 'keep',
  append: 'own-line',
  repeated: 'skip',
};

/** How Aider 0.86 decides. For comparison runs only. */
export const aiders: Decisions = {
  severalPlaces: 'first',
  finalNewline: 'add',
  append: 'glued',
  repeated: 'apply',
};

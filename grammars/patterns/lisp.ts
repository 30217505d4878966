import { def, imports, type LinePattern, type PatternTable } from './types.ts';

/** A Lisp name may hold nearly everything but brackets, quotes and white space. */
const name = String.raw`(?<name>[^\s()'"\`;,\[\]{}]+)`;

function form(role: string, keywords: string): LinePattern {
  return def(role, new RegExp(`^\\s*\\((?:${keywords})\\s+\\(?${name}`, 'i'));
}

/** Common Lisp, Emacs Lisp, Scheme and Racket. */
export const lisp: PatternTable = {
  commonlisp: [
    imports(/^\s*\((?:require|asdf:load-system|ql:quickload|use-package)\s+[':"#]*(?<name>[^\s()'"]+)/i),
    def('module', /^\s*\((?:defpackage|in-package|defsystem|asdf:defsystem)\s+[#:"]*(?<name>[^\s()"]+)/i),
    form('function', 'defun|defgeneric|define-compiler-macro|defsetf'),
    form('method', 'defmethod'),
    form('macro', 'defmacro|define-modify-macro'),
    form('class', 'defclass|defstruct|define-condition'),
    form('type', 'deftype'),
    form('constant', 'defconstant|defparameter'),
    form('variable', 'defvar'),
  ],
  elisp: [
    imports(/^\s*\((?:require|load|autoload)\s+['"](?<name>[^\s()'"]+)/),
    def('module', /^\s*\(provide\s+'(?<name>[^\s()]+)/),
    form(
      'function',
      'defun|cl-defun|defsubst|cl-defgeneric|define-minor-mode|define-derived-mode|define-inline',
    ),
    form('method', 'cl-defmethod|defmethod'),
    form('macro', 'defmacro|cl-defmacro'),
    form('class', 'cl-defstruct|defclass'),
    form('constant', 'defconst'),
    form('variable', 'defvar|defvar-local|defcustom|defgroup|defface'),
  ],
  scheme: [
    imports(
      /^\s*\((?:require|import|load|include)\s+\(?["']?(?:prefix-in\s+\w+\s+|only-in\s+)?(?<name>[^\s()"']+)/,
    ),
    def('module', /^\s*\((?:module\*?|define-library|library)\s+\(?(?<name>[^\s()]+)/),
    form('macro', 'define-syntax|define-syntax-rule|define-macro'),
    form('class', 'struct|define-struct|define-record-type'),
    def('function', new RegExp(`^\\s*\\(define(?:/contract|/public|-public|-private|\\*)?\\s+\\(+${name}`)),
    form('constant', 'define|define-values'),
  ],
};

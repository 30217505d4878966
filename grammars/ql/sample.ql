import javascript
private import semmle.Files

class LongFunction extends Function {
  LongFunction() { this.getNumLines() > 100 }

  override string toString() { result = describe(this) }

  predicate isExported() { exists(ExportDeclaration e | e.exports(this)) }
}

string describe(Function f) { result = f.getName() }

from LongFunction f
select f, describe(f)

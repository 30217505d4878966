/** What kind of file a path names. A fix nearly always changes source, so the ranking holds the others back unless they are named. */
import { languageOfPath } from '../../grammars/languages.ts';
import type { RepoPath } from '../lib/types.ts';

export type FileKind =
  | 'source'
  | 'markup'
  | 'test'
  | 'example'
  | 'docs'
  | 'tooling'
  | 'config'
  | 'data'
  | 'generated'
  | 'vendored'
  | 'asset';

/** Names that mean the same wherever they stand. */
const anywhere: [FileKind, RegExp][] = [
  ['vendored', /^(vendor|vendors|vendored|_vendor|node_modules|bower_components|third[_-]?party|pods)$/],
  ['generated', /^(dist|generated|__generated__|\.next|coverage)$/],
  [
    'test',
    /^(tests?|testing|testsuite|test-?utils?|__tests__|specs?|testdata|test[_-]data|fixtures?|__fixtures__|__mocks__|mocks?|__snapshots__|e2e|selftest|integration[_-]?tests?|unit[_-]?tests?|[\w-]*[._-]tests?|[a-z]\w*Tests?|[A-Z]\w*\.?Tests?)$/,
  ],
  ['example', /^(examples?|samples?|playground|bench|benches|benchmarks?|asv_bench)$/],
  ['docs', /^(docs|documentation)$/],
];

/** Folders at the top whose members are projects of their own. */
const holders = /^(packages|apps|projects|modules|crates|include)$/;

/** Names that are also those of ordinary packages, and mean this only at the top of a repository or project. */
const nearTop: [FileKind, RegExp][] = [
  ['vendored', /^(external|extern|deps)$/],
  ['generated', /^(gen|single_include)$/],
  ['example', /^(demos?|tutorials?|cookbook)$/],
  ['docs', /^(doc|website|man|changelog[^/]*|changes|newsfragments|releasenotes|blog)$/],
  ['tooling', /^(scripts?|tools|build|build_tools|\.\w[\w-]*|ci|hack|packaging|debian|docker)$/i],
];

const testFile =
  /^(test_.*|.*[_.-](tests?|spec|bench|e2e|cy|stories)\.[^.]+|.*_test\.[^.]+|.*[a-z0-9](Tests?|TestCase|TestUtils|Spec|IT)\.[A-Za-z]+|conftest\.py|tests?\.[a-z]+)$/;
const generatedFile =
  /(\.min\.(js|css)|[._-]pb2?(_grpc)?\.\w+|\.pb\.\w+|\.g\.(dart|cs)|\.designer\.cs|_generated\.\w+|\.generated\.\w+|_amalgamated\.\w+|parsetab\.py|\.snap|\.map|\.lock|-lock\.(json|yaml)|\.sum|lock\.ya?ml|package-lock\.json)$/i;
const toolingFile =
  /^(setup\.py|conanfile\.py|build\.rs|gulpfile\.\w+|gruntfile\.\w+|rakefile|gemfile|pipfile|podfile|(gnu)?makefile|dockerfile|justfile|.*\.config\.[cm]?[jt]s|\.eslintrc\.\w+|noxfile\.py|fabfile\.py|karma\.conf\.js|.*\.(gradle|cmake|mk|podspec|gemspec|nix|bzl)|build\.gradle\.kts|cmakelists\.txt|\..*rc\.js|.*\.d\.ts)$/i;
/** They only declare what others are made of. */
const manifestFile = /^(AssemblyInfo\.\w+|(package|module)-info\.java)$/;
const docsExtension =
  /\.(md|mdx|markdown|rst|adoc|asciidoc|textile|org|pod|txt|tex|po|pot|xliff|news|man|[1-8])$/i;
const markupExtension =
  /\.(x?html?|css|s[ac]ss|less|styl|hbs|ejs|j2|jinja2?|twig|liquid|mustache|pug|haml|erb|heex|leex)$/i;
const configExtension =
  /\.(toml|ini|cfg|conf|ya?ml|properties|env|editorconfig|props|targets|csproj|sln|xml|plist|lock|mod|work)$/i;
const dataExtension =
  /\.(json5?|jsonl|ndjson|csv|tsv|sql|graphql|gql|proto|xsd|dtd|svg|ipynb|geojson|rng|jsonc)$/i;
const assetExtension =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|o|a|lib|pyc|wasm|woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|ogg|wav|flac|db|sqlite3?|npy|npz|pkl|pt|h5|bin|dat|phar|pem|key|crt|der|p12|mo|psd|ai|eps|docx?|xlsx?|pptx?|parquet|snappy|rpm|deb|dmg|iso|keystore|patch|diff)$/i;

function kindOfFolders(parts: string[]): FileKind | undefined {
  for (const [kind, shape] of anywhere) if (parts.some((part) => shape.test(part))) return kind;
  const top = parts.slice(0, holders.test(parts[0] ?? '') ? 2 : 1);
  return nearTop.find(([, shape]) => top.some((part) => shape.test(part)))?.[0];
}

/** A known language that is no data; a name without an extension may be a script. */
function isCode(path: RepoPath, name: string): boolean {
  const language = languageOfPath(path);
  return language === undefined ? !name.includes('.') : language.data !== true;
}

/** The kind of a file, from its path alone. */
export function kindOf(path: RepoPath): FileKind {
  return kindOfName(path, kindOfFolders(path.split('/').slice(0, -1)));
}

/** The kinds of many files; each folder is judged once. */
export function kindsOf(paths: readonly RepoPath[]): FileKind[] {
  const folders = new Map<string, FileKind | undefined>();
  return paths.map((path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (!folders.has(folder)) folders.set(folder, kindOfFolders(folder === '' ? [] : folder.split('/')));
    return kindOfName(path, folders.get(folder));
  });
}

function kindOfName(path: RepoPath, folder: FileKind | undefined): FileKind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (assetExtension.test(name)) return 'asset';
  if (generatedFile.test(name)) return 'generated';
  if (folder === 'vendored' || folder === 'generated' || folder === 'test') return folder;
  if (testFile.test(name)) return 'test';
  if (
    docsExtension.test(name) ||
    /^(readme|license|licence|changelog|changes|authors|contributing|copying|notice|codeowners)(\.|$)/i.test(
      name,
    )
  )
    return 'docs';
  if (folder !== undefined) return folder;
  if (toolingFile.test(name)) return 'tooling';
  if (configExtension.test(name) || manifestFile.test(name) || /^\.[^.]+$/.test(name)) return 'config';
  if (markupExtension.test(name)) return 'markup';
  if (dataExtension.test(name)) return 'data';
  // A fix goes into a language: `baseline.neon` and `project.pbxproj` hold many of its words and none of its code.
  return isCode(path, name) ? 'source' : 'data';
}

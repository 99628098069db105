import tseslint from 'typescript-eslint'

/** Folders in which no value is taken on trust: what JSON.parse, a database or another thread brings is checked where it comes in. */
const CHECKED = [
  'src/*.ts',
  'src/{archive,disk,frontier,judge,learn,page,report,simulate,strategy,web}/**/*.ts',
  'src/graph/*.ts',
  'src/graph/{generate,stats}/**/*.ts',
  'src/portal/*.ts',
  'src/portal/{dashboard,people,replay,search,server,store,ui}/**/*.ts',
]
/** Threads, and a package that is loaded if it is there. */
const NOT_YET = [
  'src/graph/generate/generate-worker.ts',
  'src/simulate/study-worker.ts',
  'src/portal/search/{worker,search-thread}.ts',
  'src/page/language/cld.ts',
]

export default tseslint.config(
  { ignores: ['dist', 'dist-*', 'node_modules', 'test/fixtures'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'off',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: CHECKED,
    ignores: NOT_YET,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    // as browsers of 2015 read it: a catch has to name what it catches
    files: ['src/portal/ui/assets/*.js'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
)

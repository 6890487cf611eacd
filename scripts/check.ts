/** `npm run check`: types, format, lint and generated documents. The last line counts what passed. */

const FOLDERS = ['src', 'client/src', 'test', 'chaos', 'scripts', 'bench', 'soak', 'examples']

const CHECKS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'types', command: [process.execPath, 'check', '--no-script'] },
  { name: 'types of pages', command: [process.execPath, 'check', '--no-script', '-p', 'src/web'] },
  { name: 'format', command: [process.execPath, 'fmt', '--no-script', '--check', ...FOLDERS] },
  { name: 'lint', command: ['node_modules/.bin/oxlint', '--deny-warnings', ...FOLDERS] },
  { name: 'generated documents', command: [process.execPath, 'scripts/docs.ts', '--check'] },
]

let passed = 0
for (const { name, command } of CHECKS) {
  process.stdout.write(`· ${name}\n`)
  const child = Bun.spawn([...command], { stdio: ['ignore', 'inherit', 'inherit'] })
  if ((await child.exited) === 0) passed++
  else process.stdout.write(`claros: ${name} failed; "npm run fmt" repairs the format, "npm run docs" the documents\n`)
}
process.stdout.write(`${passed} passed, ${CHECKS.length - passed} failed\n`)
process.exit(passed === CHECKS.length ? 0 : 1)

export {}

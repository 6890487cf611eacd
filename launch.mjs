// From a machine with Node 20 and npm to a running command. Without dependencies, because it installs them.
//
//   node launch.mjs FILE.ts [arguments]      node launch.mjs BUN-COMMAND [arguments]
//
// 1. Bun and the packages of bun.lock, when they are not there yet. 2. redis-server, when there is none and we may
// install it; for `npm test` what some tests use besides. 3. The command, with signals passed on. Silent and quick when
// nothing is missing.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const inRoot = (...parts) => join(root, ...parts)
const say = (message) => process.stderr.write(`· ${message}\n`)
const fail = (message) => {
  process.stderr.write(`claros: ${message}\n`)
  process.exit(1)
}

const run = (command, args, env = {}, cwd = root) =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 2, 'inherit'], env: { ...process.env, ...env } }).status === 0

const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

const bun = inRoot('node_modules', '.bin', 'bun')

const installPackages = () => {
  const version = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).dependencies.bun
  const stamp = inRoot('node_modules', '.claros-installed')
  const wanted = createHash('sha256').update(readFileSync(inRoot('bun.lock'))).update(version).digest('hex')
  if (existsSync(bun) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say(`installing Bun ${version} and the packages of bun.lock (once, some seconds)`)
  // npm 12 runs no install script that is not allowed by name; older npm ignores the flag.
  const installed = run('npx', ['--yes', '--allow-scripts=bun', `bun@${version}`, 'install', '--frozen-lockfile'])
  if (!installed || !existsSync(bun)) fail('the packages could not be installed. The message above says why; check the network and try again.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

const REDIS_HELP =
  'redis-server was not found. Install it (apt-get install redis-server, dnf install valkey, apk add valkey, ' +
  'brew install valkey), or set REDIS_URL to a Redis you have.'

const installRedis = () => {
  if (process.env.REDIS_URL || process.env.REDIS_URL_FILE || onPath('redis-server') || onPath('valkey-server')) return
  const steps =
    process.platform === 'darwin' && onPath('brew')
      ? [['brew', ['install', 'valkey']]]
      : onPath('apt-get') && process.getuid?.() === 0
        ? [['apt-get', ['update', '-q']], ['apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server']]]
        : []
  for (const [command, args] of steps) {
    say(`redis-server is missing: ${command} ${args.join(' ')}`)
    run(command, args, { DEBIAN_FRONTEND: 'noninteractive' })
  }
  if (!onPath('redis-server') && !onPath('valkey-server')) fail(REDIS_HELP)
}

/** What some tests use, where apt may bring it; without it they are skipped, and the last lines of the run say so. */
const CHROMIUM = { name: 'chromium', isThere: () => onPath('chromium') }
const TEST_PACKAGES = [
  CHROMIUM,
  { name: 'golang-go', isThere: () => onPath('go') },
  { name: 'docker-compose', isThere: () => onPath('docker-compose') },
  { name: 'systemd', isThere: () => onPath('systemd-analyze') },
  {
    name: 'python3-cryptography',
    isThere: () =>
      ['python3', '/usr/bin/python3'].some((python) => spawnSync(python, ['-c', 'import cryptography']).status === 0),
  },
]

const installTestPackages = (packages) => {
  if (!onPath('apt-get') || process.getuid?.() !== 0) return
  const missing = packages.filter(({ isThere }) => !isThere()).map(({ name }) => name)
  if (missing.length === 0) return
  say(`some tests use ${missing.join(', ')}: apt-get install (once, a minute or two)`)
  run('apt-get', ['update', '-q'])
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], { DEBIAN_FRONTEND: 'noninteractive' })
}

/** Of some of Debian's packages a program alone: the whole package would start a service. */
const TEST_PROGRAMS = [
  { name: 'promtool', from: 'prometheus', path: 'usr/bin/promtool' },
  { name: 'nginx', from: 'nginx', path: 'usr/sbin/nginx' },
]

const unpackProgram = ({ name, from, path }) => {
  const cache = inRoot('node_modules', '.cache')
  const program = join(cache, name)
  // A package of that name may have it elsewhere.
  const notThere = `${program}.not-there`
  if (onPath(name) || existsSync(program) || existsSync(notThere) || !onPath('apt-get') || process.getuid?.() !== 0) return
  say(`some tests use ${name}, out of the package ${from}: apt-get download (once, some seconds)`)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, `${from}-`))
  const download = () => run('apt-get', ['download', '-q', '-o', 'APT::Sandbox::User=root', from], {}, folder)
  if (download() || (run('apt-get', ['update', '-q']) && download())) {
    const unpack = `dpkg-deb --fsys-tarfile ${from}_*.deb | tar -xf - ./${path}`
    if (run('sh', ['-c', unpack], {}, folder)) renameSync(join(folder, path), program)
    else writeFileSync(notThere, '')
  }
  rmSync(folder, { recursive: true, force: true })
}

/** The command that draws the pictures of the README runs one test. */
const DRAWS_PICTURES = 'test/web/screenshots.test.ts'
const NEEDS_NO_REDIS = ['fmt', 'scripts/test-quick.ts', 'scripts/check.ts', 'scripts/docs.ts', 'scripts/client.ts', 'scripts/web.ts', 'src/cli/main.ts']

/** What only tells something needs nothing that would be installed. */
const TELLS = ['--help', '--settings']

const [command, ...args] = process.argv.slice(2)
if (!command) fail('usage: node launch.mjs FILE.ts [arguments]')
installPackages()
if (!NEEDS_NO_REDIS.includes(command) && !args.some((each) => TELLS.includes(each))) installRedis()
if (command === 'scripts/test.ts') {
  installTestPackages(TEST_PACKAGES)
  for (const each of TEST_PROGRAMS) unpackProgram(each)
}
if (args[0] === DRAWS_PICTURES) installTestPackages([CHROMIUM])

const target = command.endsWith('.ts') ? inRoot(command) : command
// What runs for long holds the read end of a pipe of ours and leaves when it closes, even when we are killed. The others
// may want the user's standard input.
const lasting = ['src/start.ts', 'src/demo/main.ts'].includes(command)
// Free memory goes back at once, and the whole heap is collected as soon as some of it is old: what a process holds after a
// month is what it needs, and not the most that it ever had (docs/decisions/0193).
const STEADY_MEMORY = JSON.parse(readFileSync(inRoot('src', 'launch', 'steady-memory.json'), 'utf8'))
const serves = lasting || ['src/server.ts', 'src/worker.ts', 'soak/main.ts', 'bench/main.ts'].includes(command)
const child = spawn(bun, [target, ...args], {
  stdio: [lasting ? 'pipe' : 'inherit', 'inherit', 'inherit'],
  cwd: command.endsWith('.ts') ? process.cwd() : root,
  env: { ...(serves && STEADY_MEMORY), ...process.env, ...(lasting && { CLAROS_SUPERVISED: '1' }) },
})
child.stdin?.on('error', () => {})
// npm passes signals to its direct child alone.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)))

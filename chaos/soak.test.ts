import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onLinux } from '../test/support/needs.ts'

/**
 * `npm run soak`, as an operator types it, for a minute: Redis and a server are killed while buyers come. Takes about two
 * minutes. What needs longer than that to be told is not decided here; money, goods and kills are.
 */

const ROOT = resolve(import.meta.dir, '..')

test.skipIf(!onLinux())(
  'a run of a minute says that nothing is broken, and shows by what',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'claros-soak-report-'))
    const words = ['npm', 'run', 'soak', '--silent', '--', '--minutes', '1', '--rate', '4', '--report', folder]
    const child = Bun.spawn(words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    const [said, told, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect({ status, said, told: status === 0 ? '' : told }).toEqual({
      status: 0,
      said: `Nothing is broken, and something is not decided. ${join(folder, 'report.md')}\n`,
      told: '',
    })
    const page = readFileSync(join(folder, 'report.md'), 'utf8')
    const finding = (what: string): string => new RegExp(`^\\| ${what} \\| (.*) \\|$`, 'm').exec(page)?.[1] ?? 'none'
    expect(finding('money over Lightning')).toMatch(
      /^holds \| came in, in the ledger and in the metric: [1-9]\d+ payments/,
    )
    expect(finding('money over USDC')).toMatch(/^holds \| came in, in the ledger and in the metric: [1-9]\d+ payments/)
    expect(finding('claros reconcile')).toBe('holds | equal')
    expect(finding('events')).toMatch(/^holds \| ([1-9]\d*) bought and watched, \1 attested as announced/)
    expect(finding('processes that were killed')).toBe('holds | 2, 2 of them came back')
    for (const role of ['worker-1', 'server-1', 'signer', 'courier', 'launcher'])
      expect(finding(`memory of ${role}`)).toStartWith('undecided')
    expect(page).toMatch(/^\| \d+ \| redis \| \d/m)
    expect(page).toMatch(/^\| \d+ \| server-2 \| \d/m)

    const measured = readFileSync(join(folder, 'samples.csv'), 'utf8')
    for (const row of ['memory,worker-1', 'memory,redis (2)', 'cpu,server-1', 'keys,claim', 'endless keys,publicKeys'])
      expect(measured).toContain(`,${row},`)
    const pictures = [...page.matchAll(/\]\((\w+\.svg)\)/g)].map(([, file]) => join(folder, file!))
    expect(pictures.length).toBeGreaterThan(5)
    for (const picture of pictures) expect(existsSync(picture)).toBe(true)
    // Nothing of this machine but its size.
    expect(page).not.toContain(tmpdir())
    rmSync(folder, { recursive: true, force: true })
  },
  420_000,
)

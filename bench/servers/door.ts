import { cpuMs } from '../cpu.ts'

/** What every process under test has in common: settings from its first argument, a report, and a timely end. */

export const settingsOf = <Settings>(): Settings => JSON.parse(process.argv[2] ?? '{}') as Settings

/** Says where it listens, tells of itself on a port of its own, and ends when the bench is gone. */
export const ready = (port: number, more: () => object = () => ({})): void => {
  const control = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      return Response.json({ cpuMs: cpuMs(), rss: process.memoryUsage.rss(), ...more() })
    },
  })
  process.stdin.on('end', () => process.exit(0)).resume()
  process.stdout.write(`${JSON.stringify({ port, control: control.port })}\n`)
}

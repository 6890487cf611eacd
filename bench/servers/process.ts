import { cpuMs } from '../cpu.ts'

/**
 * What every process under test has in common: settings from its first argument, a report, and an end with the bench.
 */

export const settingsOf = <Settings>(): Settings => JSON.parse(process.argv[2] ?? '{}') as Settings

/** Writes its port, reports on another port, and ends when the bench ends. */
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

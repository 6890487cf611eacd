import { resolve } from 'node:path'
import { BadKeys } from './actors/secret-file.ts'
import { BadConfig, EVERY_SETTING, LauncherConfig, readConfig, ServerConfig, WorkerConfig } from './config.ts'
import { BadRail } from './http/rails/bad-rail.ts'
import type { RailSettings } from './http/rails/rail-settings.ts'
import { BadUsage, optionLines, readCommandLine } from './launch/command-options.ts'
import { freePorts, PortTaken } from './launch/free-port.ts'
import { settingsText } from './launch/settings-text.ts'
import { misspeltSettings, misspeltWords } from './misspelt-settings.ts'
import { checkStart } from './start/check-start.ts'
import { START_COMMAND } from './start/command.ts'
import { jsonLog } from './system/log.ts'
import { refuseToStart } from './system/process.ts'
import { systemRandom } from './system/random.ts'

/** `npm start`: runs server and worker processes with real providers, and its own Redis unless REDIS_URL is set. */

const help = (): string =>
  [
    'npm start -- [options]',
    '',
    optionLines(START_COMMAND),
    '',
    'Everything else is a setting, given as an environment variable: PAY_TO=0x… FACILITATOR_URL=https://… npm start',
  ].join('\n')

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** The settings of this start. Every server must be told one port, so 0 is a free one from here on. */
const givenSettings = async (options: Readonly<Record<string, string>>) => {
  const given = { ...process.env, ...options }
  const isAnyPort = readConfig(ServerConfig, given).PORT === 0
  return isAnyPort ? { ...given, PORT: String((await freePorts(systemRandom, 'server')).server) } : given
}

const main = async (): Promise<void> => {
  const { settings, on } = readCommandLine(START_COMMAND, process.argv.slice(2), process.env)
  if (on.has('help')) return say(help())
  if (on.has('settings')) return say(settingsText(EVERY_SETTING))
  const given = await givenSettings(settings)
  const config = readConfig(LauncherConfig, given)
  // Read here too, so that a mistake is reported once and not by each process.
  const server = readConfig(ServerConfig, given)
  const worker = readConfig(WorkerConfig, given)
  const log = jsonLog(server.LOG_LEVEL, { process: 'start', pid: process.pid })
  const misspelt = misspeltSettings(given)
  for (const each of misspelt) log.warn('setting.misspelt', { ...each, message: misspeltWords(each) })
  checkStart({ given, server: server as ServerConfig & RailSettings, folder: resolve(config.DATA_DIR), misspelt })
  // Loading the rest takes most of the time of a refusal, so that comes after it.
  const { runService } = await import('./start/run-service.ts')
  await runService({ given, config, server, worker, misspelt, log, say })
}

await main().catch(refuseToStart({ settings: [BadConfig, BadRail, BadKeys, BadUsage], circumstances: [PortTaken] }))

import { LauncherConfig, ServerConfig } from '../config.ts'
import type { Command } from '../launch/command-options.ts'

/** What may be typed behind `npm start --`. The README shows it. */
export const START_COMMAND: Command = {
  name: 'npm start',
  settings: { ...ServerConfig.properties, ...LauncherConfig.properties },
  switches: { settings: 'every setting: its default, and what it is' },
}

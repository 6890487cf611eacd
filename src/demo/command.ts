import { DemoConfig } from '../config.ts'
import type { Command } from '../launch/command-options.ts'

/** What may be typed behind `npm run demo --`. The README shows it. */
export const DEMO_COMMAND: Command = {
  name: 'npm run demo',
  settings: DemoConfig.properties,
  switches: {
    once: 'end after the tour: status 0, or 1 naming what failed',
    fast: 'leave out what takes a minute: the tour does not wait until its numeric event matures',
  },
}

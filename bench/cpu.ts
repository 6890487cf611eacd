/** What this process has computed so far, microseconds. */
export const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

export const cpuMs = (): number => cpuMicros() / 1000

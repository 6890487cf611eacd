FROM node:20-bookworm-slim
# Redis for whoever starts this image alone; with REDIS_URL it is not used.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates redis-server \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/claros
COPY package.json bun.lock bunfig.toml launch.mjs ./
COPY src/launch/steady-memory.json src/launch/
RUN node launch.mjs --version
COPY . .
# A new volume takes its owner from here.
RUN mkdir /data /witness && chown 10001:10001 /data /witness
USER 10001:10001
ENV DATA_DIR=/data HOME=/tmp
VOLUME /data
EXPOSE 8402
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8402) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "launch.mjs"]
CMD ["src/start.ts"]

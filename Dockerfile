# The platform in a container: docker build -t walletproof . && docker run -p 4600:4600 walletproof
# Any command: docker run --network host -v "$PWD:/work" walletproof test http://127.0.0.1:8080/callback
FROM node:22-bookworm-slim AS build
WORKDIR /walletproof/source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /walletproof
# Its scripts fetch the driver of SQLite; where they cannot, the journal is kept in memory.
RUN npm install --omit=dev --no-audit --no-fund --prefix /walletproof/app /walletproof/walletproof-*.tgz

FROM node:22-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /walletproof/app /walletproof/app
RUN ln -s /walletproof/app/node_modules/.bin/walletproof /usr/local/bin/walletproof && mkdir -p /work && chown node:node /work
USER node
WORKDIR /work
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD node -e "fetch('http://127.0.0.1:4600/__admin/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["walletproof"]
CMD ["serve", "--host", "0.0.0.0", "--port", "4600"]

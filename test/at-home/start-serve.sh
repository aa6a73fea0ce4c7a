# Sourced: `start_serve ARGUMENTS…` starts the installed `walletproof serve`, and sets PLATFORM_URL once it is ready. It ends with the script.

start_serve() {
  node_modules/.bin/walletproof serve "$@" >serve.out 2>serve.err &
  SERVE_PID=$!
  trap 'kill $SERVE_PID' EXIT
  local tries
  for tries in $(seq 300); do
    PLATFORM_URL=$(sed -n 's/.* ready on //p' serve.out)
    [ -n "$PLATFORM_URL" ] && return
    kill -0 $SERVE_PID 2>/dev/null || break
    sleep 0.1
  done
  cat serve.out serve.err
  exit 1
}

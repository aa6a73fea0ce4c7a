# Sourced by projects in other languages: `green_and_red COMMAND…` runs their tests as they are, and with a defect in the wallet.

green_and_red() {
  local code=0
  if "$@" >green.txt 2>&1; then echo 'ok the tests pass'; else
    echo 'not ok the tests pass'
    cat green.txt
    code=1
  fi
  if WALLET_DEFECT=duplicate "$@" >red.txt 2>&1; then
    echo 'not ok a defect of the wallet fails the tests'
    code=1
  else
    echo 'ok a defect of the wallet fails the tests'
  fi
  local text
  for text in 'NOT CONFORMANT (' 'finding: double-application: ' 'where to look: '; do
    if grep -qF "$text" red.txt; then echo "ok the failure says: $text"; else
      echo "not ok the failure says: $text"
      cat red.txt
      code=1
    fi
  done
  return $code
}

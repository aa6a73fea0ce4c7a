# Sourced by the projects of JavaScript: their tests as they are, and with each defect of the wallet.

code=0

check() {
  if [ "$2" -eq 0 ]; then echo "ok $1"; else
    echo "not ok $1"
    cat "$3"
    code=1
  fi
}

# green WHAT COMMAND…: the tests pass.
green() {
  local what=$1
  shift
  timeout 120 "$@" >output.txt 2>&1
  check "$what: the tests pass" $? output.txt
}

# red DEFECT TEXTS WHAT COMMAND…: the tests fail, and say each line of TEXTS.
red() {
  local defect=$1 texts=$2 what=$3 text
  shift 3
  ! WALLET_DEFECT=$defect timeout 120 "$@" >output.txt 2>&1
  check "$what: the defect $defect fails the tests" $? output.txt
  while read -r text; do
    grep -qF -- "$text" output.txt
    check "$what: $defect: $text" $? output.txt
  done <<<"$texts"
}

duplicate='IDEM-01: a repeated makeBet moved money again
was debited twice.
The agent broke what no assertion looked at
where to look '
kept_win='RB-
left the win with the player
likely cause '
race='10 calls at once
finding        double-application'

# Completion of teaalc in bash: what `teaalc --help` and `teaalc COMMAND --help` list, and files.
_teaalc_commands() {
  COLUMNS=1000 "$1" --help 2>/dev/null | sed -nE '1,/^$/s/^  teaalc ([a-z]+) .*/\1/p'
}

_teaalc_options() { # PROGRAM [COMMAND]
  COLUMNS=1000 "$@" --help 2>/dev/null | sed -nE '/^  -/{s/([^ ])  .*/\1/; p}' | tr ' ,{' '\n' | grep -E '^--[A-Za-z]'
}

_teaalc() {
  local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} command='' commands
  commands=$(_teaalc_commands "$program")
  if [[ $COMP_CWORD -gt 1 && " ${commands//$'\n'/ } " == *" ${COMP_WORDS[1]} "* ]]; then
    command=${COMP_WORDS[1]}
  fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_teaalc_options "$program" ${command:+"$command"})" -- "$word")
  elif [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word"; compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _teaalc teaalc

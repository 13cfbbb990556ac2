# Completion of teaalc in bash: commands, the options that `teaalc COMMAND --help` lists, and files.
_teaalc() {
  local word=${COMP_WORDS[COMP_CWORD]} command='' options
  case ${COMP_WORDS[1]:-} in
    run | check | bench | compare | explain | grad | test | cache) command=${COMP_WORDS[1]} ;;
  esac
  if [[ $word == -* ]]; then
    options=$("${COMP_WORDS[0]}" ${command:+"$command"} --help 2>/dev/null | grep -oE '^ +(-[A-Za-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+')
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'run check bench compare explain grad test cache' -- "$word"; compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _teaalc teaalc

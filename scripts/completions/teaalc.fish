# Completion of teaalc in fish: what `teaalc --help` and `teaalc COMMAND --help` list, and files.

function __teaalc_help # the words behind it: a command, or none
    set -lx COLUMNS 1000
    set -l words (commandline -opc)
    $words[1] $argv --help 2>/dev/null
end

function __teaalc_commands
    __teaalc_help | string replace -rf '^  teaalc ([a-z]+) .*\S {2,}(\S.*)$' '$1\t$2'
end

# The command of the line, if its first word is one.
function __teaalc_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; or return
    contains -- $words[2] (__teaalc_commands | string replace -r '\t.*' ''); and echo $words[2]
end

function __teaalc_options
    __teaalc_help (__teaalc_command) | awk '/^  -/ {
    head = $0; text = ""
    if (match($0, /[^ ]  +[^ ]/)) { head = substr($0, 1, RSTART); text = substr($0, RSTART + RLENGTH - 1) }
    count = split(head, words, /[ ,{]/)
    for (i = 1; i <= count; ++i) if (words[i] ~ /^--[A-Za-z]/) print words[i] "\t" text
  }'
end

complete -c teaalc -n 'test (count (commandline -opc)) -eq 1' -a '(__teaalc_commands)'
complete -c teaalc -n 'string match -q -- "-*" (commandline -ct)' -a '(__teaalc_options)'

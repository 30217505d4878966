source ~/.config/fish/helpers.fish
set -gx EDITOR vim
alias ll 'ls -l'

function deploy --argument target
    build_release
    and upload_to $target
end

{ pkgs ? import <nixpkgs> { }, lib, ... }:

let
  version = "1.2.0";
  overlay = import ./overlay.nix;
  mkService = { name, port ? 80 }: {
    inherit name port;
    enable = true;
  };
  double = x: x * 2;
in
rec {
  inherit (lib) mkIf;

  package = pkgs.stdenv.mkDerivation {
    pname = "shop";
    inherit version;
    src = ./src;
    buildInputs = with pkgs; [ openssl zlib ];
  };

  services.web = mkService { name = "web"; port = double 40; };
  devShells.default = pkgs.mkShell {
    packages = lib.optionals true [ package ];
  };
}

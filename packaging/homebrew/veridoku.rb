# Template of the Homebrew formula. `tools/release` replaces the words in braces and writes the result beside
# the archives; copy it into a tap to publish it.
class Veridoku < Formula
  desc "Solve, check, explain, rate and generate Sudoku puzzles"
  homepage "{repository}"
  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "{url}/veridoku-{version}-aarch64-apple-darwin.tar.gz"
      sha256 "{sha256:aarch64-apple-darwin}"
    end
    on_intel do
      url "{url}/veridoku-{version}-x86_64-apple-darwin.tar.gz"
      sha256 "{sha256:x86_64-apple-darwin}"
    end
  end

  on_linux do
    on_arm do
      url "{url}/veridoku-{version}-aarch64-unknown-linux-musl.tar.gz"
      sha256 "{sha256:aarch64-unknown-linux-musl}"
    end
    on_intel do
      url "{url}/veridoku-{version}-x86_64-unknown-linux-musl.tar.gz"
      sha256 "{sha256:x86_64-unknown-linux-musl}"
    end
  end

  def install
    bin.install "veridoku"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/veridoku.bash" => "veridoku"
    fish_completion.install "completions/veridoku.fish"
    zsh_completion.install "completions/_veridoku"
  end

  service do
    run [opt_bin/"veridoku", "serve"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/veridoku --version")
    assert_match "534678912", shell_output("#{bin}/veridoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
  end
end

# The command line and the server in a small image: a static binary and nothing else.
#   docker build --tag veridoku .
#   docker run --rm --publish 8729:8729 --read-only --cap-drop all veridoku       # the page, on port 8729
#   docker run --rm --interactive veridoku solve < puzzles.txt                    # any other command
# The build needs BuildKit, the default since Docker 23. It cross-compiles, without emulation.

FROM --platform=$BUILDPLATFORM rust:1.95-slim AS build
ARG TARGETARCH
WORKDIR /source
# For tools/licences.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
# The self-contained linker and C library of the Rust target suffice, because no dependency contains C code.
ENV RUSTFLAGS="-C linker=rust-lld -C link-self-contained=yes" \
    CARGO_PROFILE_RELEASE_STRIP=symbols
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/source/target \
    case "$TARGETARCH" in amd64) cpu=x86_64 ;; arm64) cpu=aarch64 ;; *) exit 1 ;; esac && \
    target="$cpu-unknown-linux-musl" && \
    rustup target add "$target" && \
    cargo build --release --locked --package veridoku --target "$target" && \
    cp "target/$target/release/veridoku" /veridoku && \
    python3 tools/licences --notices /LICENCES-OF-LIBRARIES --target "$target"

FROM scratch
COPY --from=build /veridoku /veridoku
COPY LICENSE-APACHE LICENSE-MIT /licences/
COPY --from=build /LICENCES-OF-LIBRARIES /licences/
# Any user without privileges; the image has no list of users.
USER 65532:65532
EXPOSE 8729
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/veridoku", "serve", "--health-check"]
ENTRYPOINT ["/veridoku"]
CMD ["serve", "--host", "0.0.0.0"]

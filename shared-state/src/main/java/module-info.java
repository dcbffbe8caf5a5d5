/** What crosses between the threads: time, the snapshot, the handoff. It depends on the JDK alone. */
module io.github.freestep.shared {
    exports io.github.freestep.state;
    exports io.github.freestep.time;
}

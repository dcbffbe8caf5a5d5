/**
 * States of a simulation, and how they get from the one thread that writes them to the many that read them.
 *
 * <h2>Who may call what</h2>
 *
 * <table>
 *   <caption>One type for each side</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link StatePublisher}, {@link StateWriter}, {@link Bodies}</td><td>the physics thread</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link StateReader}, {@link State}</td><td>one reading thread each</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link StateBuffer}</td><td>any</td><td>only threads that join or leave take a lock</td></tr>
 *   <tr><td>{@link StateLayout}</td><td>any</td><td>immutable</td></tr>
 * </table>
 *
 * <h2>A triple buffer of windows</h2>
 *
 * <p>A renderer interpolates, and so needs adjacent states, never just the newest. Take windows of K states, a gap (the
 * simulation time between neighbours), a lateness L of publication, and a reader with an allowed lateness D, whose
 * delay is D and a gap. Its picture never freezes while {@code Lmax <= D <= (K - 2) * gap / scale + Lmin}. The newest
 * two states alone are smooth only if L never varies; four tolerate two ticks of variation, and are the default.
 *
 * <pre>
 *   slots    [ 17 ][ 14 ][ 18 ][ 15 ][ 16 ][    ]...   each written in place, once, by the physics thread
 *                \     \           |     /
 *   window        2,    ... one long of slot numbers, newest first: 17 16 15 14
 *                 |
 *   mailboxes   [window]  [TAKEN]  [window]            one for each reader: a window to take, or TAKEN
 * </pre>
 *
 * <p>Publish is {@code old = mailbox.getAndSet(window)} for each reader. Acquire is a probe, then
 * {@code window = mailbox.getAndSet(TAKEN)}. When the publisher gets {@code TAKEN} back, the reader has taken the
 * window before this one, and so has released the one it held until then.
 *
 * <h2>Guarantees, and why they hold</h2>
 *
 * <ol>
 *   <li><b>Wait-free.</b> Publish is one exchange for each reader; acquire is one load and at most one exchange.
 *       Neither retries. The search for a free slot is bounded by the number of readers.
 *   <li><b>Whole.</b> Everything that a reader finds in a window was written before. The publisher's writes to a slot
 *       come before its exchange in program order; the reader's exchange reads what that one wrote, and both are
 *       volatile; so the writes happen before the reads.
 *   <li><b>Untouched.</b> No slot is written while a reader may look at it. A reader looks at the window that it took
 *       last. The publisher keeps for each reader the window it is known to hold, and never writes a slot of it, or of
 *       the newest window. If the reader has taken a window that the publisher does not know of yet, it is the newest:
 *       a later one would have met {@code TAKEN} in the mailbox. When {@code TAKEN} comes back, the reader's last look
 *       at the window before came before its exchange in program order, and the publisher's exchange reads what that
 *       one wrote; so the look happens before every later write.
 *   <li><b>Never out of slots.</b> At most the K slots of the newest window are busy, and K for each reader. With one
 *       more to write to, {@code K * (readers + 1) + 1} are enough, however long a reader sleeps. K = 1 with one reader
 *       makes three: the classic triple buffer.
 *   <li><b>Never backwards, nothing lost.</b> A mailbox holds the newest window or {@code TAKEN} whenever no publish is
 *       under way, and windows only ever get newer. A reader that finds {@code TAKEN} holds the newest window already.
 *   <li><b>Linked.</b> A state's predecessor in the window is the state written before it, and the state has its tick.
 *       So a reader sees the gap that a tick leaves which was not written.
 *   <li><b>Joining.</b> The first seat is permanent, so every publish exchanges with its mailbox, between storing the
 *       newest window (release) and reading the list of seats. A joiner adds its seat to the list, then does an
 *       exchange that changes nothing with the first seat's mailbox, and then reads the newest window (acquire). All
 *       operations on one mailbox have one order, and each later one sees what came before each earlier one. If the
 *       publish comes later, it sees the seat, and knows what its reader can hold from then on. If it comes earlier,
 *       the joiner sees its window or a newer one, whose slots are not written until a later publish has ended, and
 *       that one sees the seat. The joiner offers the window with a compare-and-set that fails if a publish was faster.
 *       So a reader that joins has the newest window at once, whether the publisher runs, sleeps or has ended, and pays
 *       for that alone. Rejected: a second exchange or a fence in every publish, for which all would pay.
 *   <li><b>Leaving.</b> A reader leaves the list after its last look; a publish that misses it in the list knows that
 *       it holds nothing. On the first seat it puts back the window that it took, for the next reader to find.
 *   <li><b>Garbage without leaving.</b> A joiner finds the readers whose handles are garbage. Such a reader takes no
 *       more windows, but its thread may look at the states of its last one for as long as it likes. So the joiner
 *       pushes a renewal, which has that window and a new state for each of its slots, and then removes the seat; the
 *       publisher reads the list of seats and then takes all renewals. Up to that point it does not write these slots,
 *       because the reader still counts; from then on it puts the new state into a slot before it writes there. The
 *       first seat stays in the list. There the joiner pushes the renewal, replaces the list by an equal one, and then
 *       fills the mailbox as a leaver does: a publish that no longer finds {@code TAKEN} reads the list later, and
 *       finds the renewal. What the reader's thread did comes before a fence in its handle, the fence before the
 *       collector's find, and that before the joiner's look.
 *   <li><b>Ended threads.</b> A handle belongs to one thread, and passes to the next that uses it after that one has
 *       ended. If a buffer is full, a joiner takes over such a handle by the same compare-and-set, and closes it: the
 *       joiner has seen the thread's end, so all of its looks came before. Handles in use are safe, because that
 *       exchange fails for them. No handle is taken while there is room, because a host may render each frame on
 *       another thread.
 *   <li><b>Memory.</b> A reader brings the K slots that it needs, and the first publish after it has left frees K
 *       slots; those of the first seat stay.
 *   <li><b>Amending.</b> The newest state can be published again, with a new anchor, in its own place. So readers learn
 *       of a pause between ticks as they learn of everything else.
 * </ol>
 *
 * <p>A read-modify-write with acquire and release alone would be enough on both sides. Java has none, so both use the
 * volatile one; it costs nothing more on x86, and at most a barrier on ARM.
 *
 * <h2>How this is verified</h2>
 *
 * <p>An exhaustive model runs every order of the protocol's steps and finds each of its planted mutants; it does not
 * model weak memory. For that, jcstress runs the real classes, and a variant with plain accesses that must fail. It
 * runs on x86, where the weaker orders compile to the same instructions: for those, the list above is the proof. A
 * stress run compares every float of every window.
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>A lock, or a read-write lock: a reader that is preempted inside stops the simulation.
 *   <li>A sequence lock: the reader copies and retries while the writer is faster.
 *   <li>A volatile reference to a fresh snapshot: correct and short, but megabytes of garbage a second.
 *   <li>A queue of states: a reader that sleeps fills it, and then the writer waits or a state is dropped.
 *   <li>A triple buffer of single states, with copies of earlier states kept by the reader: it copies everything, and
 *       loses a state, and stutters, whenever two ticks fall between two frames.
 *   <li>A garbage reader that simply leaves: its thread may still hold a state, or an array, without the handle,
 *       and would see it change. Keeping its slots forever fills the buffer instead.
 *   <li>A stamp in each slot, which the reader checks afterwards: it finds torn states, and does not prevent them.
 * </ul>
 */
package io.github.freestep.state;

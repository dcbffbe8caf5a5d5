/**
 * States of a simulation, and how they get from the one thread that writes them to the many that read them.
 *
 * <h2>Who may call what</h2>
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
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
 * <p>A renderer interpolates, so it needs adjacent states, never just the newest. A <i>window</i> is the set of the
 * newest K states, which a reader takes as a whole. The <i>gap</i> is the simulation time between neighbouring states.
 * The <i>lateness</i> L of a state is the wall time from when it was due until it was published.
 *
 * <p>Let D be a reader's allowed lateness: how late a state may be without a visible effect. The reader shows the
 * simulation with a delay of D plus one gap. Its picture never freezes while
 * {@code Lmax <= D <= (K - 2) * gap / scale + Lmin}. A window of two states is smooth only if L never varies. A window
 * of four tolerates two ticks of variation, and is the default.
 *
 * <pre>
 *   slots    [ 17 ][ 14 ][ 18 ][ 15 ][ 16 ][    ]...   each written in place, once, by the physics thread
 *                \     \           |     /
 *   window        2,    ... one long of slot numbers, newest first: 17 16 15 14
 *                 |
 *   mailboxes   [window]  [TAKEN]  [window]            one for each reader: a window to take, or TAKEN
 * </pre>
 *
 * <p>Each reader has a <i>seat</i> in the publisher's list, and each seat has a mailbox. Publish is {@code old =
 * mailbox.getAndSet(window)} for each seat. Acquire is a probe, then {@code window = mailbox.getAndSet(TAKEN)}. When
 * the publisher gets {@code TAKEN} back, the reader has taken the window before this one, and so has released the one
 * it held until then.
 *
 * <h2>Guarantees, and why they hold</h2>
 *
 * <ol>
 *   <li><b>Wait-free.</b> Publish is one exchange for each reader; acquire is one load and at most one exchange.
 *       Neither retries. The number of readers bounds the time of the search for a free slot.
 *   <li><b>Whole.</b> Everything that a reader finds in a window was written before. The publisher's writes to a slot
 *       come before its exchange in program order. The reader's exchange reads what that exchange wrote. Both exchanges
 *       are volatile, so the writes happen before the reads.
 *   <li><b>Untouched.</b> No slot is written while a reader may look at it. A reader looks at the window that it took
 *       last. The publisher records for each reader the window that the reader is known to hold. It never writes a slot
 *       of such a window, or of the newest window. If the reader has taken a window and the publisher does not know of
 *       it yet, that window is the newest: a later publish would have found {@code TAKEN} in the mailbox. The reader's
 *       last look at its window comes before its next exchange in program order. The publisher's exchange that gets
 *       {@code TAKEN} back reads what the reader's exchange wrote. So that last look happens before every later write.
 *   <li><b>Never out of slots.</b> The busy slots are the K of the newest window and at most K for each reader. The
 *       publisher needs one more to write to, so {@code K * (readers + 1) + 1} slots are enough, however long a reader
 *       sleeps. For K = 1 and one reader that is three: the classic triple buffer.
 *   <li><b>Never backwards, nothing lost.</b> A mailbox holds the newest window or {@code TAKEN} whenever no publish is
 *       under way, and windows only ever get newer. A reader that finds {@code TAKEN} holds the newest window already.
 *   <li><b>Linked.</b> The next older state in a window is the state that was written before, and each state has the
 *       tick of that predecessor. So if a tick was not written, a reader sees the gap.
 *   <li><b>Joining.</b> The first seat is permanent, so every publish exchanges with its mailbox, between storing the
 *       newest window (release) and reading the list of seats. A joiner adds its seat to the list, then does an
 *       exchange that changes nothing with the first seat's mailbox, and then reads the newest window (acquire). All
 *       operations on one mailbox have one order, and each later one sees what came before each earlier one. If the
 *       publisher's exchange comes later, that publish sees the seat, and knows what the new reader can hold from then
 *       on. If it comes earlier, the joiner sees the window of that publish or a newer one. The slots of that window
 *       are not written until a later publish has ended, and that later publish sees the seat. The joiner offers the
 *       window with a compare-and-set that fails if a publish was faster. So a reader that joins has the newest window
 *       at once, whether the publisher runs, sleeps or has ended, and only the joiner pays for it. Rejected: a second
 *       exchange or a fence, because every publish would pay for it.
 *   <li><b>Leaving.</b> A reader removes its seat from the list after it has last looked at a state. So if a publish no
 *       longer finds the seat, the reader holds nothing. A reader that leaves the first seat puts back the window that
 *       it took, for the next reader to find.
 *   <li><b>Garbage without leaving.</b> A joiner finds the readers whose handles are garbage. Such a reader takes no
 *       more windows, but its thread may look at the states of its last window for as long as it likes. So the joiner
 *       pushes a <i>renewal</i>, which has that window and a new state for each of its slots. Then the joiner removes
 *       the seat. The publisher reads the list of seats, and then takes all renewals. Until then it does not write
 *       these slots, because the reader still counts. From then on it puts the new state into a slot before it writes
 *       there. The first seat stays in the list. For it, the joiner pushes the renewal, replaces the list by an equal
 *       one, and then fills the mailbox as a leaving reader does. A publish that no longer finds {@code TAKEN} there
 *       reads the list later, and finds the renewal. What the reader's thread did comes before a fence in its handle.
 *       The fence comes before the collector finds the handle, and that comes before the joiner learns of it.
 *   <li><b>Ended threads.</b> A handle belongs to one thread. After that thread has ended, the handle passes to the
 *       next thread that uses it. If a buffer is full, a joiner takes over such a handle by the same compare-and-set,
 *       and closes it. The joiner has seen the thread's end, so all reads of that thread came before. Handles in use
 *       are safe, because the compare-and-set fails for them. While there is room, a joiner takes over no handle,
 *       because a host may render each frame on another thread.
 *   <li><b>Memory.</b> A reader brings the K slots that it needs. The first publish after it has left frees K slots.
 *       The slots of the first seat stay.
 *   <li><b>Amending.</b> The newest state can be published again with a new anchor. It then takes the place of the
 *       original in the window. So readers learn of a pause between ticks in the same way as they learn of a tick.
 * </ol>
 *
 * <p>An exchange with acquire and release semantics alone would be enough on both sides. Java has none, so both sides
 * use the volatile one. On x86 that costs nothing more, and on ARM at most a barrier.
 *
 * <h2>How this is verified</h2>
 *
 * <p>An exhaustive model runs every order of the protocol's steps, and detects each mutant that was planted in it. It
 * does not model weak memory. For that, jcstress runs the real classes, and a variant with plain accesses that must
 * fail. It was run on x86 only, where weaker memory orders compile to the same instructions. So for weaker orders the
 * list above is the only proof. A stress run compares every float of every window.
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

/**
 * Players of a server: who has which seat and body, and whose input is whose.
 *
 * <p>The thread of the sender notices who comes and goes, and submits a command for each. So the physics thread alone
 * decides about seats, in an order that a recording keeps, and a client that joins a server that is restored from a
 * save cannot get a seat before the save is read. Clients learn their seat and body by a message, which is in the
 * sender's queue before the state with the body is published.
 *
 * <p>Rejected:
 *
 * <ul>
 *   <li>Seats that the thread of the sender gives at the first input. A restored seat could then be given twice, and
 *       a client that only looks has none.
 *   <li>To ask {@code StateSender.clients()} in each tick, because it allocates a list, and does not say who has closed
 *       the client.
 *   <li>A channel of the state that names the owner of each body. It takes part in each state, and a client could find
 *       its body only among the bodies that it is sent.
 *   <li>To release the keys of a silent player by input. Somebody who holds a key over an outage does not press it
 *       again, so the values stay, and {@code PlayerInput} hides them.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.server;

import org.jspecify.annotations.NullMarked;

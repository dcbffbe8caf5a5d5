/**
 * Players of a server: who has which seat and body, and whose input is whose.
 *
 * <p>The thread of the sender notices who comes and goes, and submits a command for each. So the physics thread alone
 * decides about seats, in an order that a recording keeps, and a client that joins a server that is restored from a
 * save cannot get a seat before the save is read. Clients learn their seat and body by a message, which is in the
 * sender's queue before the state with the body is published.
 *
 * <p>Only the thread of the sender sends the input of players, and it alone knows what each of them holds. When a
 * client has got a seat, that thread sends what the client holds to the axes of the seat, and then an action that opens
 * it. Until a tick has that action, the player has no input, because what the axes have, and what still waits in the
 * queue, may be of the player before. If the queue is full, the thread tries again in its next pass, so a full queue
 * delays the keys of a new player and does not keep those of an old one pressed. A recording keeps the action, so a
 * replay opens each seat in the same tick.
 *
 * <p>The client sends the numbers of its inputs on an axis of their own, which is the last one of each seat here, and
 * this module writes the newest number that has come to the channel {@code OwnBody.INPUT_NUMBER}. So a game cannot name
 * the wrong axis, and server and client agree about the numbers because they must have the same layout.
 *
 * <p>A player's name reaches each client once, also one that comes later: each name has a version, and in each tick a
 * client is sent at most one of those that it does not know, the oldest first. Only the first name of a player counts,
 * so that one client cannot make the server send many.
 *
 * <p>Input that waits for its tick waits on the physics thread, because only that thread knows when a tick takes its
 * input. An input belongs to the number that comes after it. So one without a number waits for it if the player has
 * ever sent one, and else takes effect at once.
 *
 * <p>The game's code runs for one client at a time inside the {@code PlayerBoundary}, because it is called in a tick
 * that all players share. It takes what that code throws and bounds what a client may send, by the time of the
 * service's clock. A player who is to go is dropped by the sender, which then submits the same command as for one who
 * leaves, so a replay has the same seats although it has no messages.
 *
 * <p>A client that joins before {@code Players.start} has its sender gets a seat only afterwards, and the game can send
 * a player nothing before the message of the seat has a place. Otherwise, a client could see a body before it knows
 * that the body is its own, or never hear of it.
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
 *   <li>To release the keys of a player who leaves by input of the physics thread. A full queue refuses it, and input
 *       that the thread of the sender sends at the same moment comes after it.
 *   <li>Input with the number of the player, which the world compares. A value of an axis has no room for one.
 *   <li>Shots as actions of the input. A tick would take them with their time, but an action has one number.
 *   <li>To apply what a client says that it has hit. It is the same as the judgement if the client is honest.
 *   <li>To keep the shots that a player sends too often for later ticks. They would be judged by older pictures.
 *   <li>An option to drop nobody, for debugging. The report names the line of the game, and a client without a token
 *       may join again at once.
 *   <li>To pass a full heap over as an exception of one client. It is not known whose objects have filled it.
 *   <li>To release the keys of a silent player by input. A player who holds a key over an outage does not press it
 *       again, so the values stay, and {@code PlayerInput} hides them.
 * </ul>
 */
@NullMarked
package io.github.freestep.render.server;

import org.jspecify.annotations.NullMarked;

#pragma once

// Ctrl-C for commands that have something to tell when they are cut short.
namespace teaal::driver {

// From here on the first Ctrl-C only makes interrupted() true; a second one ends the program.
void catch_interrupt();
bool interrupted();
// Ends the program as the shell expects of who was interrupted.
void end_interrupted();

}  // namespace teaal::driver

#include "templates/library.h"

namespace teaal::templates {

const std::vector<std::pair<std::string, std::string>>& embedded_files();

const std::vector<std::pair<std::string, std::string>>& files() { return embedded_files(); }

}  // namespace teaal::templates

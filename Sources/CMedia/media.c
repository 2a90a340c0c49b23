#include "CMedia.h"
